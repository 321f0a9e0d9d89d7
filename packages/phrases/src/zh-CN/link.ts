export const link = {
  'link.title': '此链接会登录另一个账号',
  'link.here': '当前登录',
  'link.hereEnded': '上次登录（会话已结束）',
  'link.there': '链接登录的账号',
  'link.warning':
    '任何人都可以把自己账号的链接发给您。如果您没有在等这个链接，请留在自己的账号：链接不会被使用。',
  'link.stay': '留在 {name} 的账号',
  'link.signIn': '不使用链接，重新登录',
  'link.change': '退出并进入 {name} 的账号',
  'link.changeEnded': '进入 {name} 的账号',
  'link.spent': '链接已失效，没有登录任何账号。',
  'link.spentStays': '链接已失效，您仍在自己的账号中。',
  'link.signedInAs': '您通过链接登录：{name}（{account}），{organisation}',
  'link.understood': '知道了',
} as const;
