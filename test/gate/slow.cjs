// Makes reads slower for the gate's canary. Input: SLOWED, microseconds; loaded with --require before the program.
'use strict';
const { Server } = require('node:http');

/** Work, not time: a machine that becomes slower takes longer for it, as for the rest. */
function turns(count) {
  let x = 1;
  for (let i = 0; i < count; i += 1) x = Math.imul(x, 48271) ^ i;
  return x;
}

const SAMPLE = 1_000_000;
let perMicrosecond = 0;
for (let i = 0; i < 10; i += 1) {
  const began = process.hrtime.bigint();
  turns(SAMPLE);
  perMicrosecond = Math.max(perMicrosecond, (SAMPLE * 1000) / Number(process.hrtime.bigint() - began));
}
const count = Math.round(Number(process.env.SLOWED) * perMicrosecond);
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, request, ...rest) {
  if (event === 'request' && request.method === 'GET') {
    turns(count);
  }
  return emit.call(this, event, request, ...rest);
};
