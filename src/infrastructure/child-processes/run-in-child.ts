import { type Refusal, refusal } from '../../foundation/errors.ts';
import { Child, ChildEnded, type ChildKind } from './child.ts';

/** The limits of a child process. */
export type ChildLimits = {
  /** The time that it computes. */
  readonly timeMs: number;
  /** The time that it may last on a busy machine. It is three times as long unless given. */
  readonly lastsMs?: number;
  readonly memoryMb: number;
};
export const CHILD_LIMITS: ChildLimits = { timeMs: 30_000, memoryMb: 512 };

/** Tells its caller how far the work is. The caller learns the last note of one that is ended, too. */
type Note = (text: string) => void;

export type RunInChildInput<Input, Output> = {
  /** The file that exports the work, as it is imported from src, without its ending. */
  readonly module: string;
  readonly work: (input: Input, note: Note) => Output | Promise<Output>;
  readonly input: Input;
  readonly limits?: ChildLimits | undefined;
  /** The nice value of the child above that of this process. The default is for work that may take its time. */
  readonly nice?: number;
  /**
   * The owner of a child that runs what people wrote. What it leaves behind there meets no work of others, nor any
   * without an owner.
   */
  readonly owner?: string;
  readonly onNote?: Note;
  /** The refusal of work that takes too much. It gets, for example, `more than 30 seconds`. */
  readonly tooMuch: (amount: string) => Refusal;
  /** The refusal where the machine left the child too little time. It gets, for example, `18 seconds`. */
  readonly tooBusy?: (time: string) => Refusal;
};

/** Multiple of its time limit that work may last on a busy machine. */
const BUSY_FACTOR = 3;

/** The time for which an idle child is kept. Loading its modules again would take longer than most work. */
const IDLE_MS = 30_000;
/**
 * Idle children of one kind, or of all owners. Those of another kind then do not make every sign-in begin a process.
 */
const IDLE_EACH = 2;
/** The memory above which a child ends at once. Large documents then leave nothing behind. */
const IDLE_HEAP_BYTES_MAX = 96_000_000;

/**
 * The nice value of a child above that of its process, unless one is given. A large document waits for people who sign
 * in. It is not lower, since a busy machine would leave such a child no time.
 */
const NICE = 8;

type Idle = {
  readonly child: Child;
  /** Takes it out of the idle children. */
  leave(): void;
};
const idle: Idle[] = [];

/**
 * Runs work in a child process. Input from outside, however large or hostile, then neither holds up the calls of this
 * process nor ends it. Input and output are cloned, which takes time here too, so large ones are texts.
 *
 * @throws refusals of the work, or `tooMuch`; TEMPORARILY_UNAVAILABLE where the machine left the child too little time
 */
export async function runInChild<Input, Output>({
  module,
  work,
  input,
  limits: { timeMs, lastsMs = timeMs * BUSY_FACTOR, memoryMb } = CHILD_LIMITS,
  nice = NICE,
  owner,
  onNote,
  tooMuch,
  tooBusy = () => refusal('TEMPORARILY_UNAVAILABLE'),
}: RunInChildInput<Input, Output>): Promise<Output> {
  const child = childOf({ memoryMb, nice, owner });
  const time = new TimeLimit(child, { timeMs, lastsMs });
  let isLight = false;
  try {
    const answer = await child.run({ module, name: work.name, input }, onNote);
    if ('failed' in answer) throw answer.failed;
    isLight = answer.heapBytes <= IDLE_HEAP_BYTES_MAX;
    if ('refused' in answer) throw refusal(...answer.refused);
    return answer.output as Output;
  } catch (error) {
    // A refusal of this is made when the last note is there.
    if (!(error instanceof ChildEnded)) throw error;
    if (time.isOver === 'computed') throw tooMuch(`more than ${timeMs / 1000} seconds`);
    if (time.isOver === 'waited') throw tooBusy(`${lastsMs / 1000} seconds`);
    throw error.isOutOfMemory ? tooMuch(`more than ${memoryMb} MB of memory`) : error;
  } finally {
    time.stop();
    if (isLight && !time.isOver && makeRoom(child.kind)) keep(child);
    else await child.end();
  }
}

/** The time limit of a child's work. It ends the child, also where a busy machine holds it up. */
class TimeLimit {
  /** The reason for which the child was ended. */
  isOver: 'computed' | 'waited' | undefined;
  readonly #child: Child;
  readonly #timeMs: number;
  readonly #endsAt: number;
  readonly #computedBefore: number;
  #timer: NodeJS.Timeout;

  constructor(child: Child, { timeMs, lastsMs }: Required<Omit<ChildLimits, 'memoryMb'>>) {
    this.#child = child;
    this.#timeMs = timeMs;
    this.#endsAt = performance.now() + lastsMs;
    this.#computedBefore = child.computedMs();
    this.#timer = setTimeout(this.#check, timeMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  readonly #check = () => {
    const computeMs = this.#timeMs - (this.#child.computedMs() - this.#computedBefore);
    const waitMs = this.#endsAt - performance.now();
    if (computeMs > 0 && waitMs > 0) {
      this.#timer = setTimeout(this.#check, Math.ceil(Math.min(computeMs, waitMs)));
      return;
    }
    this.isOver = computeMs > 0 ? 'waited' : 'computed';
    this.#child.kill();
  };
}

const isOf =
  ({ memoryMb, nice, owner }: ChildKind) =>
  ({ child: { kind } }: Idle) =>
    kind.memoryMb === memoryMb && kind.nice === nice && kind.owner === owner;

/** Takes an idle child of this kind, or begins one. */
function childOf(kind: ChildKind): Child {
  const found = idle.find(isOf(kind));
  found?.leave();
  found?.child.ref();
  return found?.child ?? new Child(kind);
}

/** Tells whether an idle child may be kept. Of those that have owners, the one that waits longest makes room. */
function makeRoom(kind: ChildKind): boolean {
  if (kind.owner === undefined) return idle.filter(isOf(kind)).length < IDLE_EACH;
  const owned = idle.filter(({ child }) => child.kind.owner !== undefined);
  for (const { leave, child } of owned.slice(0, owned.length - IDLE_EACH + 1)) {
    leave();
    child.kill();
  }
  return true;
}

/** Keeps an idle child. It does not keep the process running. */
function keep(child: Child): void {
  const leave = () => {
    stopListening();
    clearTimeout(end);
    idle.splice(idle.indexOf(kept), 1);
  };
  const stopListening = child.onEnd(leave);
  const end = setTimeout(() => {
    leave();
    child.kill();
  }, IDLE_MS).unref();
  const kept: Idle = { child, leave };
  child.unref();
  idle.push(kept);
}
