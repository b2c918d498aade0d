/** The platform under development. It is made and started again after each change. */
export class Restarted {
  #make;
  #start;
  #say;
  #running;
  #isChanged = false;
  #isEnded = false;
  #work = Promise.resolve();

  /**
   * `make` resolves when the sources are made, and rejects with what is wrong in them. `start` returns the running platform,
   * with `stop()` and the promise `ended`.
   */
  constructor({ make, start, say }) {
    this.#make = make;
    this.#start = start;
    this.#say = say;
  }

  /** Makes the sources and starts again. Changes while that is under way are made together afterwards. */
  change() {
    if (!this.#isChanged) this.#work = this.#work.then(() => this.#again());
    this.#isChanged = true;
    return this.#work;
  }

  async end() {
    this.#isEnded = true;
    await this.#stop();
  }

  async #again() {
    this.#isChanged = false;
    try {
      await this.#make();
    } catch (error) {
      this.#say(`${error.message}\nThe platform goes on as it was before this change.`);
      return;
    }
    await this.#stop();
    if (!this.#isEnded) this.#begin();
  }

  async #stop() {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }

  #begin() {
    const running = this.#start();
    this.#running = running;
    running.ended.then((code) => {
      if (this.#running !== running) return;
      this.#running = undefined;
      if (!this.#isEnded)
        this.#say(`The platform has ended with ${code}. It starts again after the next change.`);
    });
  }
}
