import { openWire, type Message, type Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';
import { askStores, BindingRefused, introduce } from './first-connection.ts';
import { askAreas } from './flight-areas.ts';
import { setProperties } from './properties.ts';

export interface LinkListener {
  /** The server knows the dock: say what there is to say. Resolves when it was heard. */
  appear(): Promise<void>;
  silence(): void;
  obey(message: Message): void;
}

/** Opens the dock's connection and brings it through introduction and every return to the network. */
export function openLink(core: DockCore, listener: () => LinkListener): Wire {
  const { setup, clock, log, random, body, ledger } = core;
  const { sn } = setup;
  let introduced = false;
  let refused = false;
  const online = async () => {
    const first = ledger.stats.connections === 0;
    ledger.stats.connections += 1;
    log('online', { sn, first });
    // The questions of a first connection that broke off are repeated by themselves.
    if (!first && !introduced && !refused) return;
    if (!introduced)
      try {
        await introduce(wire, binding(core));
      } catch (error) {
        if (!(error instanceof BindingRefused)) throw error;
        // Who installs it types another code; it tries again when it connects again.
        refused = true;
        log('bindingRefused', { sn, code: error.code });
        return;
      }
    introduced = true;
    await listener().appear();
    if (first) {
      askAreas(core, wire);
      askStores(wire);
    }
  };
  const wire = openWire({
    brokerUrl: setup.brokerUrl,
    sn,
    secret: setup.secret,
    will: setup.will,
    mqtt: setup.mqtt,
    hears: setup.hears,
    clock,
    random,
    skew: () => core.skew,
    online: () => void online(),
    offline: () => {
      listener().silence();
      log('offline', { sn });
    },
    service: (message) => listener().obey(message),
    property: (message) => {
      ledger.stats.properties += 1;
      wire.propertyReply(message, setProperties(message.data, body.state, body.drone));
    },
    fault: (error) => log('brokerFault', { sn, message: error.message }),
    tamper: (send) => {
      send();
      if (clock.mono() >= core.repeat.until) return;
      if (core.repeat.lateMs > 0) core.later(core.repeat.lateMs, send);
      else send();
    },
  });
  return wire;
}

function binding({ setup, model, droneModel }: DockCore) {
  const callsign = setup.callsign ?? model.name;
  return {
    organizationId: setup.organizationId ?? '',
    bindingCode: setup.bindingCode ?? '',
    devices: [
      { sn: setup.sn, modelKey: model.key, callsign },
      { sn: setup.droneSn, modelKey: droneModel.key, callsign },
    ],
  };
}
