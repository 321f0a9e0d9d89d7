export { allowedWords } from './allowed.ts';
export {
  arrayColumn,
  ascending,
  column,
  defineList,
  descending,
  equals,
  keyword,
  keywordBy,
  usualSort,
  versionOfRow,
  type Asked,
  type Condition,
  type DetailOf,
  type FilterOf,
  type ListShape,
  type Reader,
  type RowOf,
  type ValuesOf,
} from './define.ts';
/** @public for rooms that `npm run new-room` writes */
export { serveTable } from './exchange.ts';
export { exportRows, headingsOf, type ExportColumn } from './export.ts';
export { cellsOf, changedValues, fieldCells, firstValues, storedColumns, type FieldCell } from './fields.ts';
export { requireUnheld, usedBy, type Hold } from './holds.ts';
export { importRows, rowsOfTable, type TableColumns, type TableRow } from './import.ts';
export { reading, type Page } from './read.ts';
export { readingOf } from './reading-of.ts';
export { createList, type ListDeps, type Viewer } from './room.ts';
export { recordChanges, requireFieldVersion, requireVersion } from './changes.ts';
export { inScope, inScopeOrAbove, isTopmost, visibleDepartments, type Scope } from './scope.ts';
export { serveList, type OwnCalls } from './serve.ts';
export { writing } from './write.ts';
