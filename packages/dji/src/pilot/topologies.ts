import { z } from 'zod';

export interface PilotDevice {
  sn: string;
  name: string;
  /** `domain-type-subtype`; null: not known. */
  modelKey: string | null;
  online: boolean;
}

/** A dock or a controller, and the aircraft behind it. */
export interface PilotGateway extends PilotDevice {
  drone: PilotDevice | null;
}

const device = z.object({
  sn: z.string(),
  device_callsign: z.string(),
  // All text here, though numbers everywhere else.
  device_model: z.object({ key: z.string(), domain: z.string(), type: z.string(), sub_type: z.string() }),
  online_status: z.boolean(),
  user_id: z.string(),
  user_callsign: z.string(),
  icon_urls: z.object({ normal_icon_url: z.string(), selected_icon_url: z.string() }),
});

export const topologiesAnswered = z.object({
  list: z.array(z.object({ hosts: z.array(device), parents: z.array(device) })),
});

/** Pictures that the app brings along. */
const icons = (name: string) => ({
  normal_icon_url: `resource://pilot/drawable/${name}_normal`,
  selected_icon_url: `resource://pilot/drawable/${name}_pressed`,
});

const toDevice = ({ sn, name, modelKey, online }: PilotDevice, icon: string): z.input<typeof device> => {
  const [domain = '', type = '', subType = ''] = (modelKey ?? '').split('-');
  return {
    sn,
    device_callsign: name,
    device_model: { key: modelKey ?? '', domain, type, sub_type: subType },
    online_status: online,
    user_id: '',
    user_callsign: name,
    icon_urls: icons(icon),
  };
};

export const toTopologies = (gateways: readonly PilotGateway[]): z.input<typeof topologiesAnswered> => ({
  list: gateways.map((gateway) => ({
    hosts: gateway.drone ? [toDevice(gateway.drone, 'tsa_aircraft_others')] : [],
    parents: [toDevice(gateway, 'tsa_person')],
  })),
});
