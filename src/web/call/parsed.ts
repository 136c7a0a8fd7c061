// Reads a record's text as JSON, for a tree of it; what is no JSON is shown as text.

export function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
