import { Mailer } from '../../../infrastructure/mail/mailer.ts';
import { type Check, sentenceOf } from './check.ts';

/** Checks that the mail server answers, and takes the user and password. */
export const mail: Check = async ({ config }) => {
  const check = 'mail';
  if (config.mail === undefined)
    return [{ check, state: 'ok', message: 'no server is set: consumers are told by no mail' }];
  const mailer = new Mailer(config.mail);
  try {
    await mailer.verify();
    return [{ check, state: 'ok', message: `${new URL(config.mail.url).host} answers and takes mail` }];
  } catch (error) {
    return [
      {
        check,
        state: 'fail',
        message: `the mail server does not take mail: ${sentenceOf(error)}`,
        remedy: 'Mend SMTP_URL, or start the server: until then mail waits, for two days at most.',
      },
    ];
  } finally {
    mailer.close();
  }
};
