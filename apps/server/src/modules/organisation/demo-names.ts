import type { Language } from '@eyrie/phrases';

/** What the people of a demo are called, and their organisation. */
export const demoNames: Readonly<
  Record<Language, Record<'organisation' | 'admin' | 'operator' | 'auditor' | 'leader', string>>
> = {
  'zh-CN': {
    organisation: '云巢演示组织',
    admin: '管理员',
    operator: '飞行操作员',
    auditor: '审核员',
    leader: '领导',
  },
  en: {
    organisation: 'Eyrie demo',
    admin: 'Administrator',
    operator: 'Flight operator',
    auditor: 'Auditor',
    leader: 'Leader',
  },
  ar: {
    organisation: 'مؤسسة العرض التجريبي',
    admin: 'المسؤول',
    operator: 'مشغّل الطيران',
    auditor: 'المدقق',
    leader: 'القائد',
  },
};
