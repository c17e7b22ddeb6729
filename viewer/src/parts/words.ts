/** Numbers with what they count. */

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** "2 failed, 5 passed": how many there are of each, in the order of `order`, then in the order of appearance. */
export function tally(words: readonly string[], order: readonly string[] = []): string {
  const found = new Map<string, number>(order.map((word) => [word, 0]));
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  return [...found]
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${number.toLocaleString("en")} ${word}`)
    .join(", ");
}
