// Makes reads slower for the gate's canary. Input: SLOWED, microseconds; loaded with --require before the program.
'use strict';
const { Server } = require('node:http');

const nanoseconds = BigInt(process.env.SLOWED) * 1000n;
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, request, ...rest) {
  if (event === 'request' && request.method === 'GET') {
    const until = process.hrtime.bigint() + nanoseconds;
    while (process.hrtime.bigint() < until);
  }
  return emit.call(this, event, request, ...rest);
};
