export { textOf, type Cell } from './cell.ts';
export { readTable, readTableWithFormulas } from './read-table.ts';
export type { TableLimits } from './rows.ts';
export { csvOf, tableAnswer, xlsxOf, zonedHeading, type TableRows } from './write-table.ts';
