/** Tells to what an OAuth provider binds its tokens. (RFC 8705 §3) */
export const certificateBindings = ['NONE', 'OPTIONAL', 'REQUIRED'] as const;
export type CertificateBinding = (typeof certificateBindings)[number];
