export { asksOid, choices, period, yesOrNo, type FilterDeclarations, type FilterField } from './address.ts';
export { columnsOf, factsOf, labelsOf, wordsOf } from './fields.tsx';
export { BeginButton, CallButton } from './guarded.tsx';
export { useBeginTools } from './list-dialog.tsx';
export { ListView } from './list-view.tsx';
export {
  listRoom,
  type BeginAction,
  type BulkAction,
  type CellTools,
  type ListDialog,
  type ListTools,
  type RecordAction,
} from './room.ts';
export { DayInput, lastDay } from './last-day.tsx';
export { ExportButton } from './exchange.tsx';
export { ImportDialog } from './import-dialog.tsx';
export { MakeForm } from './make-form.tsx';
export { RecordForm, type RecordFormRoom } from './record-form.tsx';
export type { FieldValue, FieldWords, OwnField, Said } from './record-form-field.tsx';
export { addBy, editBy, removeBy } from './record-form.tsx';
export { RecordHistory } from './record-history.tsx';
