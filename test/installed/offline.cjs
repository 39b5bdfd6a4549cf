// Loaded before anything else: a connection to another machine, or a question for its name, is written down and fails.
'use strict';
const { appendFileSync } = require('node:fs');
const dns = require('node:dns');
const net = require('node:net');

const LOCAL = /^(?:127(?:\.\d+){3}|::1|localhost|::ffff:127(?:\.\d+){3})$/;

function refuse(what) {
  appendFileSync(process.env.OFFLINE_LOG, `${what}\n`);
  throw new Error(`no network: ${what}`);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const { path, host = 'localhost' } = typeof first === 'object' ? first : { host: args[1] };
  if (path === undefined && !LOCAL.test(String(host))) refuse(`connect ${host}`);
  return connect.apply(this, args);
};
for (const of of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(of).filter((one) => /^(?:lookup|resolve|reverse)/.test(one))) {
    const before = of[name];
    of[name] = function (host, ...rest) {
      if (!LOCAL.test(String(host))) refuse(`${name} ${host}`);
      return before.call(this, host, ...rest);
    };
  }
require('node:dgram').Socket.prototype.send = () => refuse('a datagram');
