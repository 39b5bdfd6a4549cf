// The kinds of JSON values as `type` of JSON Schema calls them, all but null: what the type `any` holds.

export const JSON_KINDS: readonly string[] = ['string', 'number', 'boolean', 'object', 'array'];
