/** Files of a chart beside those of its table. */
export const pictures = [
  { format: 'png', label: 'statistics.exportPng' },
  { format: 'svg', label: 'statistics.exportSvg' },
] as const;
