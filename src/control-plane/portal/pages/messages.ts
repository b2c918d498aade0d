import { remedyWords } from '../../../ui/kit/remedy-words.ts';
import { inEveryLanguage } from '../../../ui/kit/texts.ts';
import { accountTexts } from './account/account-texts.ts';
import { applicationTexts } from './applications/application-texts.ts';
import { clientKeyTexts } from './applications/client-key-texts.ts';
import { callTexts } from './calls/call-texts.ts';
import { errorTexts } from './errors/error-texts.ts';
import { noticePageTexts } from './notices/notice-page-texts.ts';
import { pageTexts } from './pages/page-texts.ts';
import { sharedTexts } from './parts/shared-texts.ts';
import { changelogTexts } from './products/changelog-texts.ts';
import { homeTexts } from './products/home-texts.ts';
import { operationTexts } from './products/operation-texts.ts';
import { productTexts } from './products/product-texts.ts';
import { signInTexts } from './sign-in/sign-in-texts.ts';
import { changePlanTexts } from './subscriptions/change-plan-texts.ts';
import { formTexts } from './subscriptions/form-texts.ts';
import { subscriptionTexts } from './subscriptions/subscription-texts.ts';
import { teamTexts } from './team/team-texts.ts';
import { webhookTexts } from './webhooks/webhook-texts.ts';

/** Every text of the portal in each language. A folder of pages has one file, and one line here. */
export const messages = inEveryLanguage((language, format) => ({
  ...sharedTexts[language](format),
  ...signInTexts[language](),
  ...accountTexts[language](format),
  ...teamTexts[language](format),
  ...productTexts[language](format),
  ...homeTexts[language](format),
  ...operationTexts[language](format),
  ...pageTexts[language](),
  ...changelogTexts[language](format),
  ...applicationTexts[language](format),
  ...clientKeyTexts[language](),
  ...subscriptionTexts[language](format),
  ...changePlanTexts[language](format),
  ...formTexts[language](),
  ...noticePageTexts[language](format),
  ...webhookTexts[language](format),
  ...callTexts[language](format),
  ...errorTexts[language](),
  remedy: remedyWords[language](),
}));

export type Messages = (typeof messages)['en'];
