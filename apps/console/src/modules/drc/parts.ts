import { createElement } from 'react';
import type { Parts } from '../../platform/parts.ts';
import { DrcPanel } from './drc-panel.tsx';

export const parts = {
  stickPanels: (control) => createElement(DrcPanel, { control }),
} satisfies Parts;
