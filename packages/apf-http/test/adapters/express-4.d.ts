// Express 4 has no types of its own; the tests call it as express 5.
declare module 'express-4' {
  const express: () => import('express').Express;
  export default express;
}
