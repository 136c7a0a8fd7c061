// What the configuration says about redaction: kept as it is, and checked by who redacts.

let settings: unknown;

export function setConfigRedaction(given: unknown): void {
  settings = given;
}

export function configRedaction(): unknown {
  return settings;
}
