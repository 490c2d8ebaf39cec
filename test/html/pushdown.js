// run test/pds/Bluetooth1-11.pds
expect('verdict', 'bug', text('#verdict b'));
expect('lanes', true, shown('#heads button').length > 1);
expect('values', true, shown('#globals tr').length > 0);
press('Home');
expect('stepped', '#1', location.hash);
