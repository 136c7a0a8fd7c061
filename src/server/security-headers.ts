// Security headers of every answer: no foreign scripts, no framing, no MIME sniffing.

/** The app's own files only; images may also be made in the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text becomes markup in one place only: the sanitiser.
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ');

/** For bodies from logs: whatever they are, they can do nothing. */
export const BODY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
