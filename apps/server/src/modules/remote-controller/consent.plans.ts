import { randomUUID } from 'node:crypto';
import { limits, type RefusalReason } from '@eyrie/domain';
import { cloudControlRelease, cloudControlRequest, gatewayHas } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { stateAlone, type CommandPlan, type Observation, type OfferMoment } from '../command/index.ts';
import { droneOnline } from '../dock/index.ts';
import { askConsent, endConsent } from './consent.ts';

/** How a request of the pilot ended, by what was answered. */
const outcomes: Readonly<Record<string, { state: Observation['state']; reason?: RefusalReason }>> = {
  granted: { state: 'succeeded' },
  refused: { state: 'failed', reason: 'consentRefused' },
  canceled: { state: 'failed', reason: 'consentCanceled' },
  noAnswer: { state: 'unknown', reason: 'consentSilent' },
};

const lacks = ({ link }: Pick<OfferMoment, 'link'>, method: string): boolean =>
  !link.controller || !gatewayHas(link.dock.model, method);

const controlRequest = ({ clock, serverTime }: Pick<Runtime, 'clock' | 'serverTime'>): CommandPlan => ({
  ...stateAlone((moment) => {
    const { link, now } = moment;
    if (lacks(moment, 'cloud_control_auth_request')) return { reason: 'methodMissing' };
    if (!droneOnline(link, now)) return { reason: 'droneOff' };
    return link.controller?.consent?.state === 'asked' ? { reason: 'consentPending' } : null;
  }),
  async steps({ link, command }) {
    const { issuedBy, issuedByName, oid, epoch } = command;
    const bid = randomUUID();
    const asked = { memberOID: issuedBy, memberName: issuedByName, commandOID: oid, epoch, bid };
    askConsent(link, asked, { mono: clock.mono(), server: serverTime() });
    const service = cloudControlRequest({ id: issuedBy, name: issuedByName });
    return [async () => ({ service, ack: limits.command.ack, bid })];
  },
  observe({ link, command }) {
    const consent = link.controller?.consent;
    if (consent?.commandOID !== command.oid) return { state: 'unknown', firm: true };
    const outcome = outcomes[consent.state];
    return outcome ? { ...outcome, firm: true } : null;
  },
  watchFor: limits.controller.consentWithin + limits.command.ack,
  async settled({ link, command }, state) {
    // It never reached the pilot.
    const failed = state === 'rejected' || state === 'failed';
    const consent = link.controller?.consent;
    if (failed && consent?.commandOID === command.oid && consent.state === 'asked') endConsent(link);
  },
});

const controlRelease: CommandPlan = {
  ...stateAlone((moment) => (lacks(moment, 'cloud_control_release') ? { reason: 'methodMissing' } : null)),
  async steps({ link }) {
    // Whatever the controller answers: from now on nothing is ordered by this consent.
    endConsent(link);
    return [async () => ({ service: cloudControlRelease(), ack: limits.command.ack, bid: null })];
  },
};

/** How the pilot of a remote controller is asked for control, and given it back. */
export const controllerPlans = (runtime: Pick<Runtime, 'clock' | 'serverTime'>) => ({
  controlRequest: controlRequest(runtime),
  controlRelease,
});
