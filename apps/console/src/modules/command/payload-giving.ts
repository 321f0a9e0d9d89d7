import {
  lacksPayload,
  lacksSearchlight,
  isOfSearchlight,
  type DockRecord,
  type DroneTelemetry,
  type PayloadCommand,
  type PayloadData,
  type PsdkFacts,
  type PsdkFields,
  type PsdkMethod,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { whyNotDevice, whyNotPayload, type Situation } from './availability.ts';
import type { Commands } from './use-commands.ts';

interface PayloadGiving {
  /** Of the camera that is reported; empty: none is. */
  index: string;
  /** Why an order cannot be given now; null when it can. */
  why: (cmd: PayloadCommand, data: PayloadData) => PhraseId | null;
  onOrder: (cmd: PayloadCommand, data: PayloadData) => Promise<void>;
  /** The documents of the dock do not have it: it is not offered. */
  lacks: (cmd: PayloadCommand) => boolean;
  /** Of payload devices. `payloads`: as the dock reported them; null: it has reported none. */
  whyDevice: (method: PsdkMethod, fields: PsdkFields, payloads: PsdkFacts['payloads']) => PhraseId | null;
  orderDevice: (method: PsdkMethod, fields: PsdkFields) => Promise<void>;
}

/** How a page orders the payload of a dock. `epoch`: of the lease of the payload; `noControl`: why this tab has none. */
export const payloadGiving = (
  { model }: Pick<DockRecord, 'model'>,
  drone: DroneTelemetry | null,
  situation: Situation,
  { order }: Pick<Commands, 'order'>,
  { epoch, noControl }: { epoch: number | undefined; noControl: PhraseId | null },
): PayloadGiving => {
  const lacks = (cmd: PayloadCommand): boolean => lacksPayload(model ?? '', cmd);
  return {
    index: drone?.camera.payloadIndex ?? '',
    lacks,
    why: (cmd, data) =>
      lacks(cmd) ? 'refusal.methodMissing' : whyNotPayload([cmd, data], drone, situation, noControl),
    onOrder: (cmd, data) => order('payloadCommands', { epoch, fields: { cmd, data } }),
    whyDevice: (method, fields, payloads) =>
      isOfSearchlight(method) && lacksSearchlight(model ?? '')
        ? 'refusal.methodMissing'
        : whyNotDevice(method, fields, { drone, payloads }, situation, noControl),
    orderDevice: (method, fields) => order(method, { epoch, fields }),
  };
};
