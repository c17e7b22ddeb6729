/** The blocks of the page: compressed text in the document, opened when somebody looks at what is in them. */

/** The compressed text of a block, in base64; undefined where the document has none of this name. */
export type Source = (name: string) => string | undefined;

/** Bytes of opened blocks that are kept; a block larger than this is kept alone. */
export const KEPT = 64 * 1024 * 1024;

export class Blocks {
  readonly #sizes: Readonly<Record<string, number>>;
  readonly #source: Source;
  readonly #kept: number;
  /** By what was asked for, from what was asked for longest ago to the latest. */
  readonly #opened = new Map<string, { readonly name: string; readonly content: Promise<unknown> }>();

  constructor(sizes: Readonly<Record<string, number>>, source: Source, kept = KEPT) {
    this.#sizes = sizes;
    this.#source = source;
    this.#kept = kept;
  }

  /** The block's JSON as text. */
  text(name: string): Promise<string> {
    return this.#open(`text of ${name}`, name, (text) => text);
  }

  /** The block's JSON as a value. Whoever asks twice gets the same value, and changes nothing in it. */
  value<T>(name: string): Promise<T> {
    return this.#open(`value of ${name}`, name, (text) => JSON.parse(text) as T);
  }

  #open<T>(key: string, name: string, read: (text: string) => T): Promise<T> {
    const opened = this.#opened.get(key) ?? { name, content: this.#inflate(name).then(read) };
    this.#opened.delete(key);
    this.#opened.set(key, opened);
    this.#forget();
    return opened.content as Promise<T>;
  }

  /** Let go of the blocks that nobody has looked at for longest, until the rest fits. */
  #forget(): void {
    let held = 0;
    for (const { name } of this.#opened.values()) held += this.#size(name);
    for (const [key, { name }] of this.#opened) {
      if (held <= this.#kept || this.#opened.size === 1) break;
      this.#opened.delete(key);
      held -= this.#size(name);
    }
  }

  #size(name: string): number {
    return Object.hasOwn(this.#sizes, name) ? (this.#sizes[name] as number) : 0;
  }

  async #inflate(name: string): Promise<string> {
    const packed = Object.hasOwn(this.#sizes, name) ? this.#source(name) : undefined;
    if (packed === undefined) throw new Error(`this page has no block “${name}”`);
    const inflated = await inflate(packed).catch(() => undefined);
    if (inflated?.byteLength !== this.#size(name)) {
      throw new Error(`the block “${name}” of this page is damaged: make the page again with tollens view`);
    }
    return new TextDecoder().decode(inflated);
  }
}

async function inflate(base64: string): Promise<ArrayBuffer> {
  const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
