// The beginning of what a stranger answers.

/** The first `most` bytes as text; the rest is not read. */
export const boundedText = async (response: Response, most: number): Promise<string> => {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= most) break; // leaving the loop cancels the rest
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
};
