/** An embedded database that cannot be opened. The operator has to act. */
export class EmbeddedUnusable extends Error {
  override readonly name = 'EmbeddedUnusable';
}
