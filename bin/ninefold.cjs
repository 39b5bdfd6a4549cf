#!/usr/bin/env node
// The installed command. Looks at the Node version before anything newer is parsed, then loads the built program,
// or the sources of a clone that was never built. Written in old syntax on purpose: an old Node must get this far.
'use strict';
var needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write('ninefold needs Node ' + needed + ' or newer; this is Node ' + process.versions.node + '.\n');
  process.exitCode = 2;
} else {
  require('node:module').enableCompileCache();
  var join = require('node:path').join;
  var built = join(__dirname, '..', 'dist', 'cli', 'main.js');
  var source = join(__dirname, '..', 'src', 'cli', 'main.ts');
  require(require('node:fs').existsSync(built) ? built : source);
}
