import type { DocumentedKind, DocumentKind, DocumentType } from '@eyrie/domain';

/** The tables of this room. Only its store writes them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    device_document: {
      oid: string;
      group_root: string;
      device_oid: string;
      device_kind: DocumentedKind;
      kind: DocumentKind;
      name: string;
      remark: string | null;
      content_type: DocumentType;
      size: number;
      object_key: string;
      valid_until: Date | null;
      created_by: string;
      created_at: Date;
    };
    device_document_reminder: {
      document_oid: string;
      days: number;
      at: Date;
    };
  }
}
