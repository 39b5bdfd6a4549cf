// The formats of a verdict.

export const VERIFY_FORMATS = ['pretty', 'json', 'junit', 'sarif', 'har', 'markdown'] as const;
export type VerifyFormat = (typeof VERIFY_FORMATS)[number];
