// Parses a record's text as JSON, for a tree; text that is not JSON is shown as it is.

export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
