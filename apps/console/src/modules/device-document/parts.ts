import type { Parts } from '../../platform/parts.ts';
import { deviceDocuments } from './documents.tsx';
import { maintenanceFiles } from './maintenance-files.tsx';

export const parts = { deviceDocuments, maintenanceFiles } satisfies Parts;
