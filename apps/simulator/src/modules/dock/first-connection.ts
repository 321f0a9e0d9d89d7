import type { Wire } from '../../platform/wire.ts';

export interface Binding {
  organizationId: string;
  bindingCode: string;
  devices: { sn: string; modelKey: string; callsign: string }[];
}

const outputOf = (answer: unknown): Record<string, unknown> => {
  const output = (answer as { output?: unknown } | null)?.output;
  return typeof output === 'object' && output !== null ? (output as Record<string, unknown>) : {};
};

const resultOf = (answer: unknown): number => Number((answer as { result?: unknown } | null)?.result ?? 0);

/** The organisation did not let the dock in. */
export class BindingRefused extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`binding refused: ${code}`);
    this.code = code;
  }
}

/** What a dock asks before it shows up: each question is repeated until it is answered. */
export async function introduce(wire: Wire, binding: Binding): Promise<void> {
  await wire.request('config', { config_type: 'json', config_scope: 'product' });
  const status = outputOf(
    await wire.request('airport_bind_status', { devices: binding.devices.map(({ sn }) => ({ sn })) }),
  );
  const list = Array.isArray(status.bind_status) ? (status.bind_status as Record<string, unknown>[]) : [];
  const bound = list.some(
    (one) => one.sn === binding.devices[0]?.sn && one.is_device_bind_organization === true,
  );
  if (bound) return;
  const found = await wire.request('airport_organization_get', {
    device_binding_code: binding.bindingCode,
    organization_id: binding.organizationId,
  });
  if (resultOf(found) !== 0) throw new BindingRefused(resultOf(found));
  const answer = await wire.request('airport_organization_bind', {
    bind_devices: binding.devices.map((one) => ({
      sn: one.sn,
      device_binding_code: binding.bindingCode,
      organization_id: binding.organizationId,
      device_callsign: one.callsign,
      device_model_key: one.modelKey,
    })),
  });
  const errors = outputOf(answer).err_infos;
  // `result` may be 0 while a device failed: both levels count.
  const failed = (Array.isArray(errors) ? (errors as Record<string, unknown>[]) : [])
    .map(({ err_code: code }) => Number(code ?? 0))
    .find((code) => code !== 0);
  const result = resultOf(answer) || (failed ?? 0);
  if (result !== 0) throw new BindingRefused(result);
}

/** What it asks once it is in touch. The answers are not needed to go on. */
export function askStores(wire: Wire): void {
  void wire.request('offline_map_get', null);
  void wire.request('storage_config_get', { module: 0 });
}
