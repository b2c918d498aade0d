import { z } from 'zod';
import { accessSettings, callSettings } from './calls.ts';
import { mailSettings } from './mail.ts';
import { observationSettings } from './observation.ts';
import { addressSettings, type ProcessRole, processSettings } from './processes.ts';
import { retentionSettings, storeSettings } from './stores.ts';
import { sharedHosts } from './types.ts';

/**
 * The settings by the headings of docs/reference/settings.md, which is printed from them. `unset` of a setting says what
 * holds where it is left out and has no default of its own.
 */
export const settingGroups = {
  Processes: processSettings,
  Addresses: addressSettings,
  'Stores and keys': storeSettings,
  Access: accessSettings,
  Calls: callSettings,
  Mail: mailSettings,
  Retention: retentionSettings,
  'Logs and traces': observationSettings,
};

/** The settings of a process by their names in the environment. Rules between them are at the end. */
export const settings = z
  .object({
    ...processSettings,
    ...addressSettings,
    ...storeSettings,
    ...accessSettings,
    ...callSettings,
    ...mailSettings,
    ...retentionSettings,
    ...observationSettings,
  })
  // Processes on one database must read each other's secrets.
  .refine(({ DATABASE_URL, SECRET_KEY }) => DATABASE_URL === undefined || SECRET_KEY !== undefined, {
    path: ['SECRET_KEY'],
    error: 'is needed with DATABASE_URL: the same at least 32 random characters for every process',
    when: () => true,
  })
  .refine(
    ({ SECRET_KEY, SECRET_KEY_OLD }) =>
      SECRET_KEY_OLD === undefined || (SECRET_KEY !== undefined && SECRET_KEY !== SECRET_KEY_OLD),
    {
      path: ['SECRET_KEY_OLD'],
      error: 'is for a SECRET_KEY that takes its place: set that to a new one, or leave this out',
      when: () => true,
    },
  )
  .refine(({ NATS_URL, DATABASE_URL }) => NATS_URL === undefined || DATABASE_URL !== undefined, {
    path: ['NATS_URL'],
    error: 'needs DATABASE_URL: an embedded database has one process, which writes usage itself',
    when: () => true,
  })
  .refine(({ NATS_URL, NATS_CREDENTIALS }) => NATS_CREDENTIALS === undefined || NATS_URL !== undefined, {
    path: ['NATS_CREDENTIALS'],
    error: 'is for NATS_URL: set that, or leave this out',
    when: () => true,
  })
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID }) => (OIDC_ISSUER === undefined) === (OIDC_CLIENT_ID === undefined),
    {
      path: ['OIDC_CLIENT_ID'],
      error: 'and OIDC_ISSUER are needed together: who signs people in, and how it knows this platform',
      when: () => true,
    },
  )
  .refine(({ SECURITY_CONTACT, SECURITY_POLICY }) => SECURITY_POLICY === undefined || SECURITY_CONTACT, {
    path: ['SECURITY_CONTACT'],
    error: 'is needed with SECURITY_POLICY: whom to tell about a vulnerability',
    when: () => true,
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    error: 'is needed with SMTP_URL: the address that mail comes from',
    when: () => true,
  })
  .refine(
    ({ MAIL_DKIM_KEY, MAIL_DKIM_SELECTOR }) =>
      (MAIL_DKIM_KEY === undefined) === (MAIL_DKIM_SELECTOR === undefined),
    {
      path: ['MAIL_DKIM_KEY'],
      error: 'and MAIL_DKIM_SELECTOR are needed together: the key, and where DNS has its other half',
      when: () => true,
    },
  )
  .superRefine((settings, context) => {
    for (const [name, message] of sharedHosts(settings))
      context.addIssue({ code: 'custom', path: [name], message });
  })
  // The embedded database belongs to one process, and counters in memory are each process's own.
  .refine((settings) => settings.DATABASE_URL !== undefined || !hasWorkers(settings), {
    path: ['DATABASE_URL'],
    error: 'is needed with more than one of GATEWAY_WORKERS: the embedded database belongs to one process',
    when: () => true,
  })
  .refine((settings) => settings.REDIS_URL !== undefined || !hasWorkers(settings), {
    path: ['REDIS_URL'],
    error: 'is needed with more than one of GATEWAY_WORKERS: else each of them would admit the whole limit',
    when: () => true,
  });

function hasWorkers({
  ROLES,
  GATEWAY_WORKERS,
}: {
  ROLES: readonly ProcessRole[];
  GATEWAY_WORKERS: number;
}): boolean {
  return ROLES.includes('gateway') && GATEWAY_WORKERS > 1;
}
