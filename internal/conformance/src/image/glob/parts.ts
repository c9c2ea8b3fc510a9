import { words } from '../../harness/words.js';

/** Characters that are special or invalid in a URL or a pattern. */
export const CHARACTERS: readonly string[] = [
  ...words('* * . . : / / [ ] ?'),
  '\\',
  ...words('^ - % # @ ! " < a z 0 8 A'),
  ...[' ', '\u0000', '\n', '\u007f', '{', '|', '`'],
  ...words("+ & = , '"),
  ...['é', '€', '\u{1f600}', '\ud800'],
  ...words(`
    %2F %25 %C3%A9 %c3 %41 %3F %23 % %4 %2e %20 %00 %zz %2525 %E2%82 ** [a-z] [^a] [] [a // :: @@
  `),
];
/** Labels of hosts. */
export const LABELS: readonly string[] = [
  ...words('a b io com docker example registry eu x 0 1'),
  '',
  ...words('A localhost a-b xn--a * *a a* *a* ** a*b*c aaab abab é %C3%A9 %25 a]'),
];
/** Addresses in brackets, most of them invalid. */
export const ADDRESSES: readonly string[] = words(`
  [::1] [::1] [fe80::1] [F::1] [2001:db8:0:0:0:0:0:1] [::ffff:1.2.3.4] [1.2.3.4] [::] [1::]
  [::1%25en0] [::1%25a-z] [::1%25*] [::1%25a.b] [::1%25] [::1%en0] [::1%2525] [::1%25%5B]
  [::1%25%5D] [::1%25]] [::1%25%20] [::1%25%2F] [::1%25%C3] [:] [] [a] [::1 ::1
  [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7:8:9] [1:2:3:4:5:6:7::] [::1:2:3:4:5:6:7] [12345::]
  [::1.2.3] [::1.2.3.256] [::01.2.3.4] [1.2.3.4::] [%3A:1] [::%31] [::é] [::1%25é] [::1]a
  a[::1] [::1]] [::g] [1::2::3] [::1%25-] [::1%25z-a] [::1%25a-] [::1%25--] [::1%25%25]
  [1:2:3:4:5:6:1.2.3.4] [2001:DB8::A] [2001:db8::a] [::FFFF:1.2.3.4] [::1%25EN0] [0::0] [000::1]
  [::1%25en0.x]
`);
/** Ports with their colons. */
export const PORTS: readonly string[] = [
  ...words(
    ':80 :443 :5000 : :080 :a :80a :80:80 :99999999999 :* :%38 :0 :00 :65536 :+80 :-1 :8\uff10',
  ),
  ':8 ',
];
/** Paths, some with escapes and invalid characters. */
export const PATHS: readonly string[] = [
  ...['', ''],
  ...words(`
    / /a /a/b /library /library/busybox /images /images2 /a/ //a /A /%61 /a%2Fb /é /%C3%A9 /%C3
    /%e2%82%ac /* /[a] /a?b /a#b /v1/ /v2/ /v1 /v1/a /v2/a /a%3Fb /a%23b /% /%zz /a%
  `),
  ...['/a b', '/a\\b', '/a+b', '/a:b'],
];
/** User information, valid and invalid. */
export const USERS: readonly string[] = [
  ...words('user@ user:password@ @ :@ a@b@ %41@ %4@ a:%@ a%:41@ é@'),
  ...['a b@', 'a/b@'],
];
/** Queries and fragments. */
export const ENDS: readonly string[] = [
  ...['?', '?a=b', '??', '?%', '#', '#a', '#%', '#%41', '#\u0001', '?\u0001', '#%zz', '?#', '#?%'],
];
/** Schemes, which a pattern cannot have. */
export const SCHEMES: readonly string[] = words('https:// http:// HTTPS:// ftp:// // https:/ ://');

/** The domains of normalised images. */
export const DOMAINS: readonly string[] = words(`
  docker.io docker.io docker.io localhost localhost:5000 ghcr.io a.b.c A F eu.example.com
  registry.example.com:443 127.0.0.1:5000 [::1] [::1]:5000 [fe80::1] a.io:080 aaab.io abab.io
  a-b.c-d.io index.docker.io x.x 0.0 1.2.3.4 docker.io:443 EU.Example.com Docker.io a.io:0 a.io:00
  a.io:65536 A.io:80 [F::1]:5000 [2001:DB8::1]:443 [1.2.3.4] [::ffff:1.2.3.4]:80
`);
/** Repositories of normalised images. */
export const REPOSITORIES: readonly string[] = words(`
  library/busybox library/a a a/b a/b/c images images2 images/a v1/a v2/a/b a.b a--b
  library/library b
`);
