// The binding that holds the `traceparent` of a request whose events are kept: a plan asks for it, serving binds it, a store writes it.

export const REQUEST_TRACE = 'request.trace';
