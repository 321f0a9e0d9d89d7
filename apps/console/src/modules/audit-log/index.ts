export { AuditList } from './audit-list.tsx';
