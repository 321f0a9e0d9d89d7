/** What a device is: the first figure of its key. */
export const domains = { drone: 0, payload: 1, controller: 2, dock: 3 } as const;

export interface DeviceModel {
  /** `domain-type-subtype`. */
  key: string;
  name: string;
  /** Index of the camera a flight is filmed with; null where payloads are exchangeable or there is none. */
  mainCamera: string | null;
  /** Further cameras the model always has. */
  otherCameras: readonly string[];
}

const model = (
  key: string,
  name: string,
  mainCamera: string | null = null,
  otherCameras: readonly string[] = [],
): DeviceModel => ({ key, name, mainCamera, otherCameras });

const dockCamera = '165-0-7';
const noseCamera = '39-0-7';
const assistCamera = '176-0-0';

/** Every device the Cloud API names. */
export const deviceModels: readonly DeviceModel[] = [
  model('3-1-0', 'Dock', dockCamera),
  model('3-2-0', 'Dock 2', dockCamera),
  model('3-3-0', 'Dock 3', dockCamera),
  model('0-60-0', 'Matrice 300 RTK', null, [noseCamera]),
  model('0-67-0', 'Matrice 30', '52-0-0', [noseCamera]),
  model('0-67-1', 'Matrice 30T', '53-0-0', [noseCamera]),
  model('0-77-0', 'Mavic 3E', '66-0-0'),
  model('0-77-1', 'Mavic 3T', '67-0-0'),
  model('0-77-2', 'Mavic 3M', '68-0-0'),
  model('0-77-3', 'Mavic 3TA', '129-0-0'),
  model('0-89-0', 'Matrice 350 RTK', null, [noseCamera]),
  model('0-91-0', 'Matrice 3D', '80-0-0', [assistCamera]),
  model('0-91-1', 'Matrice 3TD', '81-0-0', [assistCamera]),
  model('0-99-0', 'Matrice 4E', '88-0-0'),
  model('0-99-1', 'Matrice 4T', '89-0-0'),
  model('0-100-0', 'Matrice 4D', '98-0-0', [assistCamera]),
  model('0-100-1', 'Matrice 4TD', '99-0-0', [assistCamera]),
  model('0-103-0', 'Matrice 400', null, [noseCamera]),
  model('2-56-0', 'Smart Controller Enterprise'),
  model('2-119-0', 'RC Plus'),
  model('2-144-0', 'RC Pro Enterprise'),
  model('2-174-0', 'RC Plus 2'),
];

const pairings: Readonly<Record<string, readonly string[]>> = {
  '3-1-0': ['0-67-0', '0-67-1'],
  '3-2-0': ['0-91-0', '0-91-1'],
  '3-3-0': ['0-100-0', '0-100-1'],
};

const otherNames: Readonly<Record<string, string>> = {
  dock1: '3-1-0',
  m30: '0-67-0',
  m30t: '0-67-1',
  m300: '0-60-0',
  m350: '0-89-0',
  m3d: '0-91-0',
  m3td: '0-91-1',
  m3e: '0-77-0',
  m3t: '0-77-1',
  m3m: '0-77-2',
  m4e: '0-99-0',
  m4t: '0-99-1',
  m4d: '0-100-0',
  m4td: '0-100-1',
  m400: '0-103-0',
};

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^dji\s*/, '')
    .replaceAll(/[\s_-]+/g, '');

const byKey: ReadonlyMap<string, DeviceModel> = new Map(deviceModels.map((entry) => [entry.key, entry]));
const keyByName: ReadonlyMap<string, string> = new Map([
  ...deviceModels.map((entry): [string, string] => [plain(entry.name), entry.key]),
  ...Object.entries(otherNames),
]);

/** The key for a key or a name ("Dock 2", "DJI Dock 2", "Matrice 3TD", "M3TD"); null when it names no device. */
export const modelKey = (nameOrKey: string): string | null => {
  const text = nameOrKey.trim();
  return byKey.has(text) ? text : (keyByName.get(plain(text)) ?? null);
};

/** Name people know; an unknown key stays as it is. */
export const modelName = (key: string): string => byKey.get(key)?.name ?? key;

/** 1, 2 or 3; null for anything that is no dock we know. */
export const dockGeneration = (nameOrKey: string): 1 | 2 | 3 | null => {
  const key = modelKey(nameOrKey);
  if (key === '3-1-0') return 1;
  if (key === '3-2-0') return 2;
  return key === '3-3-0' ? 3 : null;
};

/** A remote controller that has not named its model. */
export const unnamedController = '2-0-0';

/** Which documents a handheld controller follows; the older ones have no more than RC Pro Enterprise. */
export const controllerKind = (nameOrKey: string): 'rcPlus2' | 'rcPro' | null => {
  const key = modelKey(nameOrKey) ?? nameOrKey;
  if (key === '2-174-0') return 'rcPlus2';
  // One that nobody knows yet is no dock either.
  return key.startsWith(`${domains.controller}-`) ? 'rcPro' : null;
};

/** Only the first dock clamps its aircraft with push rods. Later docks still report the property, always 0. */
export const hasPutter = (nameOrKey: string): boolean => dockGeneration(nameOrKey) === 1;
export const putterOf = (nameOrKey: string): 'has' | 'none' | 'unknown' => {
  const generation = dockGeneration(nameOrKey);
  if (generation === null) return 'unknown';
  return generation === 1 ? 'has' : 'none';
};

/** Aircraft keys that live in a dock of this model. */
export const pairedModels = (dock: string): readonly string[] => pairings[modelKey(dock) ?? ''] ?? [];

/** Can an aircraft of this model live in a dock of that model. */
export const mayPair = (dock: string, drone: string): boolean =>
  pairedModels(dock).includes(modelKey(drone) ?? '');

const payloadNames: Readonly<Record<string, string>> = {
  '20-0': 'Z30',
  '26-0': 'XT2',
  '39-0': 'FPV',
  '41-0': 'XT S',
  '42-0': 'H20',
  '43-0': 'H20T',
  '50-65535': 'P1',
  '52-0': 'M30',
  '53-0': 'M30T',
  '61-0': 'H20N',
  '66-0': 'M3E',
  '67-0': 'M3T',
  '68-0': 'M3M',
  '80-0': 'M3D',
  '81-0': 'M3TD',
  '82-0': 'H30',
  '83-0': 'H30T',
  '88-0': 'M4E',
  '89-0': 'M4T',
  '98-0': 'M4D',
  '99-0': 'M4TD',
  '129-0': 'M3TA',
  '165-0': 'Dock',
  '176-0': 'Vision assist',
  '90742-0': 'L1',
};

const payloadIndex = /^(\d{1,6}-\d{1,6})-(\d{1,3})$/;

/** Is this text a payload index `type-subtype-gimbal`, as used for property names and video ids. */
export const isPayloadIndex = (text: string): boolean => payloadIndex.test(text);

/** Short name of the camera behind an index; null when unknown. */
export const payloadName = (index: string): string | null =>
  payloadNames[payloadIndex.exec(index)?.[1] ?? ''] ?? null;

/** A camera a pilot steers by rather than films with: nose, vision assist, dock. */
export const isAuxiliaryCamera = (index: string): boolean => /^(39|165|176)-/.test(index);
