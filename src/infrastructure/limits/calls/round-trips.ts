/** Counts round trips. Requests of one turn of the event loop are sent in one write, and share one. */
export class RoundTrips {
  count = 0;
  #isSending = false;

  /** Notes a request that is sent at the end of this turn. */
  send(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    this.count += 1;
    setImmediate(() => {
      this.#isSending = false;
    });
  }
}
