// Node's HTTP module by the names that are used here. An `import` of it makes a namespace, which reads every export, `WebSocket` too; that
// loads a whole HTTP client that nothing here uses, some 30 ms of each start. https://nodejs.org/api/process.html#processgetbuiltinmoduleid

import type * as Http from 'node:http';

const http: typeof Http = process.getBuiltinModule('node:http');

export const Agent: typeof Http.Agent = http.Agent;
export const createServer: typeof Http.createServer = http.createServer;
export const request: typeof Http.request = http.request;
export const validateHeaderName: typeof Http.validateHeaderName = http.validateHeaderName;
export const validateHeaderValue: typeof Http.validateHeaderValue = http.validateHeaderValue;
