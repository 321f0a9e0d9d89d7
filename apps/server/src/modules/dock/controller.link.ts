import { commandRules, limits, minutesLeft, type CommandMethod, type ControllerState } from '@eyrie/domain';
import { gatewayHas, toControllerFigures } from '@eyrie/dji';
import { dockAge, dockOnline, droneOnline, type DockLink } from './dock.link.ts';

/** A method that moves an aircraft in a pilot's hand needs the pilot's consent. */
const needsConsent = (method: CommandMethod): boolean =>
  commandRules[method].control === 'flight' && method !== 'controlRequest';

/** Whether an order may go out as far as the pilot's consent is concerned; a dock has no pilot to ask. */
export const consentCovers = (
  { controller }: DockLink,
  order: { method: CommandMethod; issuedBy: string; epoch: number | null },
): boolean => {
  if (!controller || !needsConsent(order.method)) return true;
  const { consent } = controller;
  return (
    consent?.state === 'granted' && consent.memberOID === order.issuedBy && consent.epoch === order.epoch
  );
};

const never = Number.MAX_SAFE_INTEGER;

const consentOf = ({ controller }: DockLink): ControllerState['consent'] => {
  const consent = controller?.consent;
  if (!consent) return null;
  const { state, memberOID, memberName, commandOID, since } = consent;
  return {
    state,
    by: { oid: memberOID, name: memberName },
    commandOID,
    since,
    until: state === 'asked' ? since + limits.controller.consentWithin : null,
  };
};

/** A remote controller as consoles are shown it. */
export const controllerStateOf = (link: DockLink, now: number): ControllerState => {
  const { dock } = link;
  const online = dockOnline(link, now);
  return {
    sn: dock.sn,
    online,
    ...toControllerFigures(link.dockSnapshot, { online }),
    minutesLeft: online ? minutesLeft(link.controller?.charges ?? []) : null,
    droneOID: dock.droneOID,
    droneSn: dock.droneSn,
    droneOnline: droneOnline(link, now),
    mayAsk: gatewayHas(dock.model, 'cloud_control_auth_request'),
    mayReturn: gatewayHas(dock.model, 'return_home'),
    // It ends with the connection, also where the timer that ends it comes a moment later.
    consent: online ? consentOf(link) : null,
    lastSeen: link.lastSeenWall,
    ageMs: dockAge(link, now) ?? never,
  };
};
