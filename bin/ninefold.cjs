#!/usr/bin/env node
// The installed command. Looks at the Node version before anything newer is parsed, then loads the built program,
// or the sources of a clone that was never built. Written in old syntax on purpose: an old Node must get this far.
'use strict';
var needed = 24;

if (Number(process.versions.node.split('.')[0]) < needed) {
  process.stderr.write('ninefold needs Node ' + needed + ' or newer; this is Node ' + process.versions.node + '.\n');
  process.exitCode = 2;
} else {
  if (process.pid === 1) ['SIGINT', 'SIGTERM'].forEach(heed);
  require('node:module').enableCompileCache();
  var join = require('node:path').join;
  var built = join(__dirname, '..', 'dist', 'cli', 'main.js');
  var source = join(__dirname, '..', 'src', 'cli', 'main.ts');
  require(require('node:fs').existsSync(built) ? built : source);
}

// The first process of a container gets no signal that it does not ask for, not even while it starts. Who asks later, as
// `serve` does once it listens, decides alone.
function heed(signal) {
  var isAlone = true;
  process.on(signal, function () {
    isAlone = isAlone && process.listenerCount(signal) === 1;
    if (isAlone) process.exit(128 + require('node:os').constants.signals[signal]);
  });
}
