/** The times of a delivery of a webhook that tell how far it has come. */
type DeliveryTimes = { readonly deliveredAt: Date | null; readonly nextAttemptAt: Date | null };

/** Returns how far a delivery has come. One that is neither accepted nor tried again is given up. */
export function deliveryState({ deliveredAt, nextAttemptAt }: DeliveryTimes) {
  if (deliveredAt) return 'DELIVERED' as const;
  return nextAttemptAt ? ('PENDING' as const) : ('GIVEN_UP' as const);
}
