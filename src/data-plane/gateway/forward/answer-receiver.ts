import type { Refusal } from '../../../foundation/errors.ts';
import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { Call } from '../call.ts';
import { answerTypeFor } from '../graphql/answer-type.ts';
import { CleanedResponse } from './cleaned-response.ts';
import { copiedTo } from './copied-response.ts';
import { CostedResponse } from './costed-response.ts';
import type { Forwarding } from './forwarding.ts';
import { MeteredResponse } from './metered-response.ts';

/** The receiver that answers the caller. It can refuse the call instead. */
type LastReceiver = Receiver & { refuse(refused: Refusal): void };

/**
 * Returns the receiver of a call's answer.
 *
 * Meters read what the back-end sent. Copies that are checked and compared are what the caller gets.
 */
export function answerReceiver(call: Call, forwarding: Forwarding, last: LastReceiver): Receiver {
  const { reader, cleansErrors, copy, mirror, changes } = forwarding;
  const { request, metering } = call;
  const read = copiedTo(reader ? new CostedResponse(reader, last) : copiedTo(last, copy), mirror);
  const changed = changes ? changes.answerTo(read, (refused) => last.refuse(refused)) : read;
  const cleaned = cleansErrors ? new CleanedResponse(changed, answerTypeFor(request)) : changed;
  return metering ? new MeteredResponse(metering.meter, cleaned) : cleaned;
}
