import type { Refusal } from '../../../foundation/errors.ts';
import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { Call } from '../call.ts';
import { answerTypeFor } from '../graphql/answer-type.ts';
import { CleanedResponse } from './cleaned-response.ts';
import { CostedResponse } from './costed-response.ts';
import type { Forwarding } from './forwarding.ts';
import { tappedBy } from './tapped-response.ts';

/** The receiver that answers the caller. It can refuse the call instead. */
type LastReceiver = Receiver & { refuse(refused: Refusal): void };

/**
 * Returns the receiver of a call's answer.
 *
 * Meters read what the back-end sent. The taps that check and compare read what the caller gets.
 */
export function answerReceiver(call: Call, forwarding: Forwarding, last: LastReceiver): Receiver {
  const { reader, cleansErrors, checkTap, comparisonTap, changes } = forwarding;
  const checked = reader ? new CostedResponse(reader, last) : tappedBy(checkTap, last);
  const compared = tappedBy(comparisonTap, checked);
  const changed = changes ? changes.answerTo(compared, (refused) => last.refuse(refused)) : compared;
  const cleaned = cleansErrors ? new CleanedResponse(changed, answerTypeFor(call.request)) : changed;
  return tappedBy(call.metering?.meter, cleaned);
}
