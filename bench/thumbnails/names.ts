import { join } from 'node:path';

/** Where the photo of a number lies. */
export const photoAt = (folder: string, at: number): string => join(folder, `DJI_${at}.JPG`);
