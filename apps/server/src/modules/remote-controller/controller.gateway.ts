import { limits, recordCharge } from '@eyrie/domain';
import { decodeConsent, type DeviceMessage } from '@eyrie/dji';
import type { Db, Runtime } from '../../platform/runtime.ts';
import { dockOnline, type Consent, type DockIdentity, type DockLink } from '../dock/index.ts';
import { readLease } from '../lease/index.ts';
import { answerConsent, endConsent, expireConsent } from './consent.ts';

export interface ControllerGatewayDependencies {
  /** The consent of a controller changed. */
  changed(link: DockLink): void;
  /** Gives control back to the pilot in the name of the member who had it. */
  release(dock: DockIdentity, request: { memberOID: string; key: string }): Promise<void>;
}

/** Whether who was given the consent still has control. */
const stillHeld = async (db: Db, { dock }: DockLink, consent: Consent, now: number): Promise<boolean> => {
  const lease = await readLease(db, dock.oid, 'flight', now);
  return (
    lease.holder?.memberOID === consent.memberOID && lease.epoch === consent.epoch && lease.expiresAt > now
  );
};

/** Follows what remote controllers say of themselves, and the consent of their pilots until it ends. */
export const createControllerGateway = (
  { db, clock, log, serverTime }: Pick<Runtime, 'db' | 'clock' | 'log' | 'serverTime'>,
  deps: ControllerGatewayDependencies,
) => {
  const checkedAt = new WeakMap<DockLink, number>();

  const end = (link: DockLink): void => {
    if (endConsent(link)) deps.changed(link);
  };

  /** Control was lost: the pilot gets it back, since nobody here may use it any more. */
  const checkHolder = async (link: DockLink, consent: Consent): Promise<void> => {
    if (await stillHeld(db, link, consent, serverTime())) return;
    if (link.controller?.consent !== consent) return;
    end(link);
    await deps.release(link.dock, { memberOID: consent.memberOID, key: `consent-${consent.commandOID}` });
  };

  return {
    /** The pilot answered. */
    answered(link: DockLink, { bid, data }: Pick<DeviceMessage, 'bid' | 'data'>): void {
      const answer = decodeConsent(data);
      if (answer && answerConsent(link, answer, { bid, server: serverTime() })) deps.changed(link);
    },
    /** It said something of itself. */
    heard(link: DockLink, taken: readonly string[]): void {
      const percent = link.dockSnapshot.values['capacity_percent'];
      if (!link.controller || !taken.includes('capacity_percent') || typeof percent !== 'number') return;
      link.controller.charges = recordCharge(link.controller.charges, { at: clock.mono(), percent });
    },
    /** Another aircraft is in the pilot's hand, or none: what was agreed was agreed of the former. */
    topologyChanged: end,
    /** Timer step. */
    check(link: DockLink, now: number): void {
      const consent = link.controller?.consent;
      if (!consent) return;
      if (!dockOnline(link, now)) return end(link);
      if (expireConsent(link, now, serverTime())) return deps.changed(link);
      if (consent.state !== 'granted') return;
      if (now - (checkedAt.get(link) ?? -Infinity) < limits.controller.consentCheck) return;
      checkedAt.set(link, now);
      checkHolder(link, consent).catch((error: unknown) =>
        log.warn({ err: error }, 'it is not known whether the consent of a pilot still counts'),
      );
    },
  };
};
