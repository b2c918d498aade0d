import { createHash } from 'node:crypto';

/** Units of a subscription in a closed hour, as a billing system gets them. */
type MeteredUnits = {
  readonly org: string;
  readonly catalog: string;
  readonly consumerOrg: string;
  readonly application: string;
  readonly subscriptionId: string;
  /** `name:version` */
  readonly product: string;
  readonly plan: string;
  readonly thing: string;
  readonly hour: Date;
  /** 0, then that of each correction. */
  readonly sequence: number;
  readonly units: bigint;
  /** The id of the price that holds. */
  readonly price: string;
};

type Key = Pick<MeteredUnits, 'subscriptionId' | 'product' | 'plan' | 'thing' | 'hour' | 'sequence'>;

/** Returns the id of metered units. Every process computes the same one. */
export function meteredId({ subscriptionId, product, plan, thing, hour, sequence }: Key): string {
  const parts = [subscriptionId, product, plan, thing, hour.toISOString(), sequence];
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Returns the event of metered units. (CloudEvents 1.0; OpenMeter, "Ingest events") */
export function meteredEvent(metered: MeteredUnits) {
  const { org, catalog, consumerOrg, application, subscriptionId, product, plan, thing, hour } = metered;
  return {
    specversion: '1.0',
    id: meteredId(metered),
    source: `gatehouse/${org}/${catalog}`,
    type: `gatehouse.usage.${thing.toLowerCase().replace(':', '.')}`,
    time: hour.toISOString(),
    subject: subscriptionId,
    datacontenttype: 'application/json',
    data: {
      value: metered.units.toString(),
      consumerOrg,
      application,
      product,
      plan,
      price: metered.price,
      correction: metered.sequence,
    },
  } as const;
}
