/**
 * A schema as Prisma's client stores it: which arguments of queries are values.
 *
 * The client keeps plans of queries apart from their values by it.
 */
export type StoredParamGraph = {
  readonly strings: readonly string[];
  /** Nodes in base64url: counts, those of arguments, those of results, and the roots. */
  readonly graph: string;
};

type Edges = Readonly<Record<number, object>>;
type Node = { readonly edges: Edges };

export type ParamGraph = {
  readonly strings: readonly string[];
  readonly inputNodes: readonly Node[];
  readonly outputNodes: readonly Node[];
  readonly roots: Readonly<Record<string, object>>;
};

/**
 * Reads a graph as the client does, but each node on demand.
 *
 * A process asks for a small part of them, and all of them take 9 MB. `bin/dist.mjs` puts it in the place of Prisma's reader.
 */
export function paramGraphOf({ strings, graph }: StoredParamGraph): ParamGraph {
  const reader = new Reader(Buffer.from(graph, 'base64url'));
  const [inputs, outputs, rootCount] = [reader.number(), reader.number(), reader.number()];
  const inputNodes = nodesOf(reader, inputs, inputEdge);
  const outputNodes = nodesOf(reader, outputs, outputEdge);
  const roots: Record<string, object> = {};
  for (let count = 0; count < rootCount; count += 1) {
    const key = strings[reader.number()];
    const root = outputEdge(reader);
    if (key !== undefined) roots[key] = root;
  }
  return { strings, inputNodes, outputNodes, roots };
}

type EdgeReader = (reader: Reader) => object;

/** Reads past nodes. Each remembers where it lies. */
function nodesOf(reader: Reader, count: number, edge: EdgeReader): Node[] {
  return Array.from({ length: count }, () => {
    const node = new StoredNode(reader.bytes, reader.at, edge);
    for (let edges = reader.number(); edges > 0; edges -= 1) {
      reader.number();
      edge(reader);
    }
    return node;
  });
}

class StoredNode implements Node {
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #edge: EdgeReader;
  #edges: Edges | undefined;

  constructor(bytes: Buffer, at: number, edge: EdgeReader) {
    this.#bytes = bytes;
    this.#at = at;
    this.#edge = edge;
  }

  /** Edges by the index of their name. */
  get edges(): Edges {
    this.#edges ??= this.#read();
    return this.#edges;
  }

  #read(): Edges {
    const reader = new Reader(this.#bytes, this.#at);
    const edges: Record<number, object> = {};
    for (let count = reader.number(); count > 0; count -= 1) {
      const name = reader.number();
      edges[name] = this.#edge(reader);
    }
    return edges;
  }
}

function inputEdge(reader: Reader): object {
  const scalarMask = reader.short();
  const childNodeId = reader.optional();
  const enumNameIndex = reader.optional();
  return { flags: reader.byte(), scalarMask, childNodeId, enumNameIndex };
}

function outputEdge(reader: Reader): object {
  const argsNodeId = reader.optional();
  return { argsNodeId, outputNodeId: reader.optional() };
}

/** A position in the bytes of a graph. */
class Reader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const value = this.bytes.readUInt8(this.at);
    this.at += 1;
    return value;
  }

  short(): number {
    const value = this.bytes.readUInt16LE(this.at);
    this.at += 2;
    return value;
  }

  /** Reads a number of seven bits a byte, the least ones first. (LEB128) */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  /** Reads a number that may be missing: one more, or zero. */
  optional(): number | undefined {
    const value = this.number();
    return value === 0 ? undefined : value - 1;
  }
}
