/** What a dock generation is and how it differs from the others. */
export interface DockModel {
  key: '3-1-0' | '3-2-0' | '3-3-0';
  name: string;
  type: number;
  firmware: string;
  /** Push rods that hold the aircraft: Dock 1 only. */
  rods: boolean;
  /** Dock 2 and 3 have a second camera behind the same index. */
  insideCamera: boolean;
  workingVoltage: number;
  /** `current_step` of "route running" and "finished"; the numbering moved between firmware lines. */
  steps: { before: readonly number[]; running: number; returning: number; closing: number; counting: number };
}

const dock1: DockModel = {
  key: '3-1-0',
  name: 'DJI Dock',
  type: 1,
  firmware: '01.05.0210',
  rods: true,
  insideCamera: false,
  workingVoltage: 47_800,
  steps: {
    before: [5, 6, 7, 8, 9, 11, 13, 15, 17, 19, 21, 22],
    running: 23,
    returning: 24,
    closing: 26,
    counting: 31,
  },
};
const dock2: DockModel = {
  key: '3-2-0',
  name: 'DJI Dock 2',
  type: 2,
  firmware: '10.01.2104',
  rods: false,
  insideCamera: true,
  workingVoltage: 24_100,
  steps: {
    before: [5, 6, 7, 9, 10, 12, 14, 16, 18, 20, 23, 24],
    running: 25,
    returning: 26,
    closing: 28,
    counting: 33,
  },
};
const dock3: DockModel = {
  ...dock2,
  key: '3-3-0',
  name: 'DJI Dock 3',
  type: 3,
  firmware: '10.01.3202',
  steps: {
    before: [5, 6, 7, 9, 11, 13, 15, 17, 19, 21, 24, 26],
    running: 27,
    returning: 28,
    closing: 30,
    counting: 36,
  },
};

export const dockModels: Readonly<Record<string, DockModel>> = {
  '3-1-0': dock1,
  '3-2-0': dock2,
  '3-3-0': dock3,
};

/** The aircraft that belongs to a dock generation when none is named. */
export const usualDrone: Readonly<Record<DockModel['key'], string>> = {
  '3-1-0': '0-67-1',
  '3-2-0': '0-91-1',
  '3-3-0': '0-100-1',
};
