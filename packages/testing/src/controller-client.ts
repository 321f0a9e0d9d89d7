import { randomUUID } from 'node:crypto';
import { DockClient, signInAs } from './dock-client.ts';
import type { DockOptions, Fields, Received } from './dock-line.ts';

/** What a remote controller says of itself, all in one message. */
export const controllerOsd = {
  capacity_percent: 81,
  latitude: 39.9051,
  longitude: 116.4082,
  height: 58,
  country: 'CN',
  wireless_link: { '4g_link_state': 0, sdr_link_state: 1, link_workmode: 0, sdr_quality: 4, '4g_quality': 0 },
} as const;

/** What the pilot answers on the controller. */
export type PilotAnswer = 'ok' | 'failed' | 'canceled';

/**
 * A remote controller written by hand against the public documents, like the dock beside it: it puts its topology on a
 * topic of its own, tells no domain and no index, asks for no configuration and binds nothing.
 */
export class ControllerClient extends DockClient {
  override async topology(inHand: boolean): Promise<Received> {
    const { sn, droneSn } = this.options;
    const [type, subType] = this.options.dockType ?? [174, 0];
    const [droneType, droneSubType] = this.options.droneType ?? [99, 1];
    const common = { device_secret: '', nonce: '', version: 1 };
    const drone = { ...common, sn: droneSn, type: droneType, sub_type: droneSubType };
    const tid = randomUUID();
    await this.send(`thing/product/${sn}/status`, {
      tid,
      bid: randomUUID(),
      method: 'update_topo',
      data: { ...common, type, sub_type: subType, sub_devices: inHand && droneSn ? [drone] : [] },
    });
    return this.waitFor((message) => message.topic.endsWith('/status_reply') && message.tid === tid);
  }

  controllerOsd(differs: Fields = {}): Promise<void> {
    return this.report(this.options.sn, 'osd', { ...controllerOsd, ...differs });
  }

  /** Its pilot answers the request that came as the `nth`. */
  async pilotAnswers(status: PilotAnswer, nth = 1): Promise<void> {
    const { bid } = await this.waitForService('cloud_control_auth_request', nth);
    await this.event('cloud_control_auth_notify', { result: 0, output: { status } }, { bid });
  }
}

export const connectController = (options: DockOptions): Promise<ControllerClient> =>
  signInAs(ControllerClient, options);
