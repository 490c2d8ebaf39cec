//: prove proved
//: slow
//: long
// Daisy: a small file system for many threads, after the case study of Calvin-R (Freund, Qadeer 2004),
// written anew in C.  Everything below keeps to the access predicates; what has a `performs` does what it
// says, for any number of threads.
//
//   disk          i-nodes, blocks and directories, each with a lock of its own
//   locks         acqi, reli, acqb, relb, open_dir, close_dir: the only way to those locks
//   blocks        the allocator: find, mark, free; bytes of a block
//   i-nodes       allocation, reading and writing of i-nodes
//   files         creat, read, write, truncate, unlink, attributes
//   directories   fixed tables of (name, i-node): insert, lookup, remove
//   daisy         files with names in directories
//
// Locks are taken in the order directory, i-node, block; i-nodes in the order of their numbers.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { INODES = 8, BLOCKS = 16, BLOCK_SIZE = 4, DIRS = 4, ENTRIES = 4 };
enum { NONE = -1 };

// ---- the disk -------------------------------------------------------------------------------------

struct inode {
    pthread_mutex_t lock;
    bool used;   /*@ accessible_if unlocked(lock) || holds(lock) */
    int size;    /*@ accessible_if unlocked(lock) || holds(lock) */
    int blockno; /*@ accessible_if unlocked(lock) || holds(lock) */
    int mode;    /*@ accessible_if unlocked(lock) || holds(lock) */
};

struct block {
    pthread_mutex_t lock;
    bool taken;           /*@ accessible_if unlocked(lock) || holds(lock) */
    int data[BLOCK_SIZE]; /*@ accessible_if unlocked(lock) || holds(lock) */
};

struct directory {
    pthread_mutex_t lock;
    int count;          /*@ accessible_if unlocked(lock) || holds(lock) */
    int name[ENTRIES];  /*@ accessible_if unlocked(lock) || holds(lock) */
    int inode[ENTRIES]; /*@ accessible_if unlocked(lock) || holds(lock) */
};

// Name 0 is an entry without a name: it is free.
static struct inode inodes[INODES];
static struct block blocks[BLOCKS];
static struct directory dirs[DIRS];

// ---- locks ----------------------------------------------------------------------------------------

/*@ requires 0 <= i && i < INODES
    performs action "AcqI": (inodes[i].lock) { \old(unlocked(inodes[i].lock)) && holds(inodes[i].lock) } */
void acqi(int i)
{
    pthread_mutex_lock(&inodes[i].lock);
}

/*@ requires 0 <= i && i < INODES && holds(inodes[i].lock)
    performs action "RelI": (inodes[i].lock) { unlocked(inodes[i].lock) } */
void reli(int i)
{
    pthread_mutex_unlock(&inodes[i].lock);
}

/*@ requires 0 <= b && b < BLOCKS
    performs action "AcqB": (blocks[b].lock) { \old(unlocked(blocks[b].lock)) && holds(blocks[b].lock) } */
void acqb(int b)
{
    pthread_mutex_lock(&blocks[b].lock);
}

/*@ requires 0 <= b && b < BLOCKS && holds(blocks[b].lock)
    performs action "RelB": (blocks[b].lock) { unlocked(blocks[b].lock) } */
void relb(int b)
{
    pthread_mutex_unlock(&blocks[b].lock);
}

/*@ requires 0 <= d && d < DIRS
    performs action "Open": (dirs[d].lock) { \old(unlocked(dirs[d].lock)) && holds(dirs[d].lock) } */
void open_dir(int d)
{
    pthread_mutex_lock(&dirs[d].lock);
}

/*@ requires 0 <= d && d < DIRS && holds(dirs[d].lock)
    performs action "Close": (dirs[d].lock) { unlocked(dirs[d].lock) } */
void close_dir(int d)
{
    pthread_mutex_unlock(&dirs[d].lock);
}

// ---- blocks ---------------------------------------------------------------------------------------

// Finds a free block, marks it, and leaves it locked; NONE if all are taken.
/*@ performs action "NoBlocks": () { \result == NONE }
          [] action "Allocated": (blocks[\result].taken, blocks[\result].lock) {
                 0 <= \result && \result < BLOCKS &&
                 \old(unlocked(blocks[\result].lock)) && holds(blocks[\result].lock) &&
                 !\old(blocks[\result].taken) && blocks[\result].taken } */
int alloc_block(void)
{
    for (int b = 0; b < BLOCKS; b++) {
        acqb(b);
        if (!blocks[b].taken) {
            blocks[b].taken = true;
            return b;
        }
        relb(b);
    }
    return NONE;
}

// Gives a block back.
/*@ requires 0 <= b && b < BLOCKS
    performs action "Freed": (blocks[b].taken) { \old(unlocked(blocks[b].lock)) && !blocks[b].taken } */
void free_block(int b)
{
    acqb(b);
    blocks[b].taken = false;
    relb(b);
}

// Is the block taken?
/*@ requires 0 <= b && b < BLOCKS
    performs action "Asked": () { \result == blocks[b].taken } */
bool is_taken(int b)
{
    acqb(b);
    bool is = blocks[b].taken;
    relb(b);
    return is;
}

// How many blocks are taken; others may take and free some meanwhile.
int count_taken(void)
{
    int count = 0;
    for (int b = 0; b < BLOCKS; b++)
        if (is_taken(b))
            count++;
    return count;
}

/*@ requires 0 <= b && b < BLOCKS && 0 <= at && at < BLOCK_SIZE && holds(blocks[b].lock)
    performs action "ByteRead": () { \result == blocks[b].data[at] } */
int read_byte(int b, int at)
{
    return blocks[b].data[at];
}

/*@ requires 0 <= b && b < BLOCKS && 0 <= at && at < BLOCK_SIZE && holds(blocks[b].lock)
    performs action "ByteWritten": (blocks[b].data[at]) { blocks[b].data[at] == value } */
void write_byte(int b, int at, int value)
{
    blocks[b].data[at] = value;
}

// Makes a block zero.  The caller holds its lock.
/*@ requires 0 <= b && b < BLOCKS && holds(blocks[b].lock) */
void clear_block(int b)
{
    for (int at = 0; at < BLOCK_SIZE; at++)
        blocks[b].data[at] = 0;
}

// ---- i-nodes --------------------------------------------------------------------------------------

// A fresh i-node, locked; NONE if there is none.
/*@ performs action "NoInode": () { \result == NONE }
          [] action "Inode": (inodes[\result].used, inodes[\result].lock) {
                 0 <= \result && \result < INODES &&
                 \old(unlocked(inodes[\result].lock)) && holds(inodes[\result].lock) &&
                 !\old(inodes[\result].used) && inodes[\result].used } */
int alloc_inode(void)
{
    for (int i = 0; i < INODES; i++) {
        acqi(i);
        if (!inodes[i].used) {
            inodes[i].used = true;
            return i;
        }
        reli(i);
    }
    return NONE;
}

/*@ requires 0 <= i && i < INODES && holds(inodes[i].lock)
    performs action "InodeFreed": (inodes[i].used, inodes[i].lock) {
                 !inodes[i].used && unlocked(inodes[i].lock) } */
void free_inode(int i)
{
    inodes[i].used = false;
    reli(i);
}

/*@ requires 0 <= i && i < INODES && holds(inodes[i].lock)
    performs action "SizeRead": () { \result == inodes[i].size } */
int read_size(int i)
{
    return inodes[i].size;
}

/*@ requires 0 <= i && i < INODES && holds(inodes[i].lock)
    performs action "BlockRead": () { \result == inodes[i].blockno } */
int read_blockno(int i)
{
    return inodes[i].blockno;
}

// All of an i-node at once.  Here the i-node is given by its address.
/*@ requires holds(node->lock)
    performs action "InodeWritten": (node->size, node->blockno, node->mode) {
                 node->size == size && node->blockno == blockno && node->mode == mode } */
void write_inode(struct inode *node, int size, int blockno, int mode)
{
    node->size = size;
    node->blockno = blockno;
    node->mode = mode;
}

// ---- files ----------------------------------------------------------------------------------------

// A new file with one empty block; its i-node, or NONE.
int creat_file(int mode)
{
    int i = alloc_inode();
    if (i < 0)
        return NONE;
    int b = alloc_block();
    if (b < 0) {
        free_inode(i);
        return NONE;
    }
    clear_block(b);
    relb(b);
    write_inode(&inodes[i], 0, b, mode);
    reli(i);
    return i;
}

// How long a file is; NONE if there is none.
/*@ requires 0 <= i && i < INODES
    performs action "NoFile": () { \result == NONE && !inodes[i].used }
          [] action "Length": () { inodes[i].used && \result == inodes[i].size } */
int file_length(int i)
{
    int n = NONE;
    acqi(i);
    if (inodes[i].used)
        n = read_size(i);
    reli(i);
    return n;
}

/*@ requires 0 <= i && i < INODES
    performs action "Attribute": () { \result == inodes[i].mode } */
int get_attribute(int i)
{
    acqi(i);
    int mode = inodes[i].mode;
    reli(i);
    return mode;
}

/*@ requires 0 <= i && i < INODES
    performs action "AttributeSet": (inodes[i].mode) {
                 \old(unlocked(inodes[i].lock)) && inodes[i].mode == mode } */
void set_attribute(int i, int mode)
{
    acqi(i);
    inodes[i].mode = mode;
    reli(i);
}

// One byte of a file; NONE if it is not there.
/*@ requires 0 <= i && i < INODES && 0 <= at && at < BLOCK_SIZE */
int read_file(int i, int at)
{
    int value = NONE;
    acqi(i);
    if (inodes[i].used && at < inodes[i].size) {
        int b = read_blockno(i);
        if (b >= 0 && b < BLOCKS) {
            acqb(b);
            value = read_byte(b, at);
            relb(b);
        }
    }
    reli(i);
    return value;
}

// Writes a byte; the file grows if need be.  False if there is no such file.
/*@ requires 0 <= i && i < INODES && 0 <= at && at < BLOCK_SIZE */
bool write_file(int i, int at, int value)
{
    bool done = false;
    acqi(i);
    if (inodes[i].used) {
        int b = read_blockno(i);
        if (b >= 0 && b < BLOCKS) {
            acqb(b);
            write_byte(b, at, value);
            relb(b);
            if (at >= inodes[i].size)
                inodes[i].size = at + 1;
            done = true;
        }
    }
    reli(i);
    return done;
}

// Makes a file empty.
/*@ requires 0 <= i && i < INODES
    performs action "Truncated": (inodes[i].size) {
                 \old(unlocked(inodes[i].lock)) && inodes[i].size == 0 } */
void truncate_file(int i)
{
    acqi(i);
    inodes[i].size = 0;
    reli(i);
}

// Deletes a file and its block.  False if there is none: a second unlink must not free the block again.
/*@ requires 0 <= i && i < INODES */
bool unlink_file(int i)
{
    acqi(i);
    if (!inodes[i].used) {
        reli(i);
        return false;
    }
    int b = inodes[i].blockno;
    write_inode(&inodes[i], 0, NONE, 0);
    free_inode(i);
    if (b >= 0 && b < BLOCKS)
        free_block(b);
    return true;
}

// Copies the attribute of one file to another; the i-nodes are locked in the order of their numbers.
/*@ requires 0 <= from && from < INODES && 0 <= to && to < INODES && from != to */
void copy_attribute(int from, int to)
{
    if (from < to) {
        acqi(from);
        acqi(to);
    } else {
        acqi(to);
        acqi(from);
    }
    inodes[to].mode = inodes[from].mode;
    reli(from);
    reli(to);
}

// ---- directories ----------------------------------------------------------------------------------

// Puts an entry into slot k of a directory that the caller has open.
/*@ requires 0 <= d && d < DIRS && 0 <= k && k < ENTRIES && holds(dirs[d].lock)
    performs action "EntrySet": (dirs[d].name[k], dirs[d].inode[k]) {
                 dirs[d].name[k] == name && dirs[d].inode[k] == inode } */
void set_entry(int d, int k, int name, int inode)
{
    dirs[d].name[k] = name;
    dirs[d].inode[k] = inode;
}

// The slot with this name, NONE if there is none.  Name 0 finds a free slot.  The caller has it open.
/*@ requires 0 <= d && d < DIRS && holds(dirs[d].lock)
    performs action "Find": () {
                 \result == NONE || (0 <= \result && \result < ENTRIES && dirs[d].name[\result] == name) } */
int find_entry(int d, int name)
{
    for (int k = 0; k < ENTRIES; k++)
        if (dirs[d].name[k] == name)
            return k;
    return NONE;
}

// Inserts (name, inode) into slot k if it is free.
/*@ requires 0 <= d && d < DIRS && 0 <= k && k < ENTRIES && name > 0
    performs action "Taken": () { !\result && dirs[d].name[k] != 0 }
          [] action "Inserted": (dirs[d].name[k], dirs[d].inode[k], dirs[d].count) {
                 \result && \old(unlocked(dirs[d].lock)) && \old(dirs[d].name[k]) == 0 &&
                 dirs[d].name[k] == name && dirs[d].inode[k] == inode &&
                 dirs[d].count == \old(dirs[d].count) + 1 } */
bool insert_at(int d, int k, int name, int inode)
{
    bool done = false;
    open_dir(d);
    if (dirs[d].name[k] == 0) {
        set_entry(d, k, name, inode);
        dirs[d].count++;
        done = true;
    }
    close_dir(d);
    return done;
}

// Removes the entry in slot k if it has this name.
/*@ requires 0 <= d && d < DIRS && 0 <= k && k < ENTRIES && name > 0
    performs action "Absent": () { !\result && dirs[d].name[k] != name }
          [] action "Removed": (dirs[d].name[k], dirs[d].count) {
                 \result && \old(unlocked(dirs[d].lock)) && \old(dirs[d].name[k]) == name &&
                 dirs[d].name[k] == 0 && dirs[d].count == \old(dirs[d].count) - 1 } */
bool remove_at(int d, int k, int name)
{
    bool done = false;
    open_dir(d);
    if (dirs[d].name[k] == name) {
        dirs[d].name[k] = 0;
        dirs[d].count--;
        done = true;
    }
    close_dir(d);
    return done;
}

// How many entries a directory has.
/*@ requires 0 <= d && d < DIRS
    performs action "Count": () { \result == dirs[d].count } */
int count_entries(int d)
{
    open_dir(d);
    int n = dirs[d].count;
    close_dir(d);
    return n;
}

// Inserts (name, inode) where there is room; false if there is none, or if the name is there already.
/*@ requires 0 <= d && d < DIRS && name > 0 */
bool insert_entry(int d, int name, int inode)
{
    bool done = false;
    open_dir(d);
    int there = find_entry(d, name);
    int k = find_entry(d, 0);
    if (there < 0 && k >= 0) {
        set_entry(d, k, name, inode);
        dirs[d].count++;
        done = true;
    }
    close_dir(d);
    return done;
}

// The i-node of a name, NONE if there is none.
/*@ requires 0 <= d && d < DIRS && name > 0 */
int lookup(int d, int name)
{
    int i = NONE;
    open_dir(d);
    int k = find_entry(d, name);
    if (k >= 0)
        i = dirs[d].inode[k];
    close_dir(d);
    return i;
}

// Removes a name; its i-node, NONE if there is none.
/*@ requires 0 <= d && d < DIRS && name > 0 */
int remove_entry(int d, int name)
{
    int i = NONE;
    open_dir(d);
    int k = find_entry(d, name);
    if (k >= 0) {
        i = dirs[d].inode[k];
        set_entry(d, k, 0, NONE);
        dirs[d].count--;
    }
    close_dir(d);
    return i;
}

// Gives a file another name in the same directory; false if there is none, or if the new name is taken.
/*@ requires 0 <= d && d < DIRS && from > 0 && to > 0 */
bool rename_entry(int d, int from, int to)
{
    bool done = false;
    open_dir(d);
    int k = find_entry(d, from);
    int taken = find_entry(d, to);
    if (k >= 0 && taken < 0) {
        dirs[d].name[k] = to;
        done = true;
    }
    close_dir(d);
    return done;
}

// ---- daisy ----------------------------------------------------------------------------------------

// A new file with a name in a directory; its i-node, or NONE.
/*@ requires 0 <= d && d < DIRS && name > 0 */
int daisy_creat(int d, int name, int mode)
{
    int i = creat_file(mode);
    if (i < 0 || i >= INODES)
        return NONE;
    if (!insert_entry(d, name, i)) {
        unlink_file(i);
        return NONE;
    }
    return i;
}

/*@ requires 0 <= d && d < DIRS && name > 0 */
bool daisy_unlink(int d, int name)
{
    int i = remove_entry(d, name);
    return i >= 0 && i < INODES && unlink_file(i);
}

/*@ requires 0 <= d && d < DIRS && name > 0 && 0 <= at && at < BLOCK_SIZE */
int daisy_read(int d, int name, int at)
{
    int i = lookup(d, name);
    return i >= 0 && i < INODES ? read_file(i, at) : NONE;
}

/*@ requires 0 <= d && d < DIRS && name > 0 && 0 <= at && at < BLOCK_SIZE */
bool daisy_write(int d, int name, int at, int value)
{
    int i = lookup(d, name);
    return i >= 0 && i < INODES && write_file(i, at, value);
}

/*@ requires 0 <= d && d < DIRS && from > 0 && to > 0 && from != to */
bool daisy_copy_mode(int d, int from, int to)
{
    int a = lookup(d, from), b = lookup(d, to);
    bool right = a >= 0 && a < INODES && b >= 0 && b < INODES && a != b;
    if (right)
        copy_attribute(a, b);
    return right;
}

// ---- two users ------------------------------------------------------------------------------------

static void *user(void *unused)
{
    (void)unused;
    set_attribute(0, 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return get_attribute(0);
}
