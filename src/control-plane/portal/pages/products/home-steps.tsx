import { Icon } from '../../../../ui/components/icon.tsx';
import type { PortalPageContext } from '../parts/page-context.ts';
import { takesSignUps } from '../sign-in/sign-up.tsx';

/** Facts that tell how far an organization is. */
type StartedOrg = {
  readonly applicationCount: number;
  readonly subscriptionCount: number;
  readonly hasCalled: boolean;
};

type Step = {
  readonly name: 'account' | 'application' | 'subscription' | 'call';
  readonly isDone: boolean;
  readonly href: string;
};

/** Lists the steps from a visit to a call. A later one that is done, such as a call by a key of the provider, counts. */
function stepsOf({ base }: Pick<PortalPageContext, 'base'>, org: StartedOrg | undefined): Step[] {
  return [
    { name: 'account', isDone: org !== undefined, href: `${base}/sign-in` },
    { name: 'application', isDone: (org?.applicationCount ?? 0) > 0, href: `${base}/applications` },
    { name: 'subscription', isDone: (org?.subscriptionCount ?? 0) > 0, href: `${base}/#products` },
    { name: 'call', isDone: org?.hasCalled ?? false, href: `${base}/subscriptions` },
  ];
}

type HomeStepsProps = {
  readonly pageContext: PortalPageContext;
  /** Undefined for who is not signed in. */
  readonly org: StartedOrg | undefined;
};

/** The way to the first call, with how far the reader is. Who has gone it sees nothing. */
export function HomeSteps({ pageContext, org }: HomeStepsProps) {
  const { text } = pageContext;
  const steps = stepsOf(pageContext, org);
  const current = steps.find(({ isDone }) => !isDone);
  if (!current) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="home-section" aria-labelledby="start-heading">
      <div class="home-head">
        <h2 class="home-heading" id="start-heading">
          {text.home.start}
        </h2>
        {done > 0 && <p class="small quiet">{text.home.progress(done, steps.length)}</p>}
      </div>
      <ol class="steps">
        {steps.map((step, index) => (
          <HomeStep pageContext={pageContext} step={step} number={index + 1} isCurrent={step === current} />
        ))}
      </ol>
    </section>
  );
}

type HomeStepProps = {
  readonly pageContext: PortalPageContext;
  readonly step: Step;
  readonly number: number;
  readonly isCurrent: boolean;
};

function HomeStep({ pageContext, step, number, isCurrent }: HomeStepProps) {
  const { base, text, format } = pageContext;
  const isSignUp = step.name === 'account' && !step.isDone && takesSignUps(pageContext);
  const words = isSignUp
    ? { ...text.home.steps.account, title: text.portal.signUp, link: text.portal.signUp }
    : text.home.steps[step.name];
  const state = step.isDone ? 'done' : isCurrent ? 'current' : 'later';
  return (
    <li class={`steps-step steps-${state}`} aria-current={isCurrent ? 'step' : undefined}>
      <span class="steps-number">
        {step.isDone ? <Icon name="check" /> : format.number(number)}
        {step.isDone && <span class="visually-hidden">{text.home.stepDone}</span>}
      </span>
      <h3 class="steps-title">{words.title}</h3>
      <p class="steps-text">{words.text}</p>
      {isCurrent && (
        <a class="link" href={isSignUp ? `${base}/sign-up` : step.href}>
          {words.link}
        </a>
      )}
    </li>
  );
}
