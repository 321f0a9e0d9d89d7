import { deviceFields, deviceIdentity } from '@eyrie/domain';
import { cellsOf, fieldCells, type FieldCell } from '../../platform/list/index.ts';

const { name, vendor, ...stated } = deviceFields;
const common = cellsOf({ name, ...deviceIdentity, vendor, ...stated });
const behind: readonly FieldCell[] = [
  { field: 'standing', heading: 'device.standing', kind: { words: 'device.standing' } },
  { field: 'maintenance', heading: 'device.maintenance', kind: { words: 'device.maintenance' } },
  { field: 'groupName', heading: 'field.department' },
];

/** Columns of the spreadsheets of a kind of device, those of its own between those of all. */
export const tableColumns = (own: readonly FieldCell[]) => fieldCells([...common, ...own, ...behind]);
